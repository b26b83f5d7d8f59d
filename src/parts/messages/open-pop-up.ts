/** A window of another app (WhatsApp, Telegram) beside this page. */
export interface PopUp {
  go: (url: string) => void
  close: () => void
}

const SHAPE = 'popup,width=720,height=720'

/**
 * Opens an empty window; undefined if the browser blocks it. Must be called in the click handler itself: after a server
 * response the browser would treat it as an unwanted pop-up.
 */
export function openPopUp(): PopUp | undefined {
  const opened = window.open('about:blank', '_blank', SHAPE)
  if (!opened) return undefined
  // A foreign site: it must not navigate this page.
  opened.opener = null
  return {
    go: (url) => opened.location.replace(url),
    close: () => opened.close(),
  }
}

/** Returns the WhatsApp page with a number and text prefilled. */
export const whatsappPage = (number: string, text: string) =>
  `https://wa.me/${number}?text=${encodeURIComponent(text)}`

/** Returns Telegram's page that asks for the recipient of a link, with a text below the link. */
export const telegramPage = ({ link, text }: { link: string; text: string }) =>
  `https://t.me/share/url?url=${encodeURIComponent(link)}&text=${encodeURIComponent(text)}`
