/** Browsers show no page without HTTPS inside of one with it; such a page opens in a tab of its own. */
export const canBeFramed = (address: string): boolean => /^https:/i.test(address)

/** A page of another house (a viewer) within this one: it runs its own scripts and cannot lead this page elsewhere. */
export function ForeignFrame({ title, address }: { title: string; address: string }) {
  return (
    <iframe
      title={title}
      src={address}
      // The viewer of another origin needs its own storage; only one of our own could lift the walls by it.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
      referrerPolicy="no-referrer"
    />
  )
}
