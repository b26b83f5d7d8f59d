/** Browsers do not show a page without HTTPS inside one with it; such a page opens in its own tab. */
export const canBeFramed = (address: string): boolean => /^https:/i.test(address)

/** Another company's page (a viewer) inside this one: it runs its own scripts and cannot navigate this page away. */
export function ForeignFrame({ title, address }: { title: string; address: string }) {
  return (
    <iframe
      title={title}
      src={address}
      // Another origin's viewer needs its own storage; only a page of our own origin could escape the sandbox with it.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
      referrerPolicy="no-referrer"
    />
  )
}
