/** A window of another app (WhatsApp, Telegram) beside this page. */
export interface PopUp {
  go: (url: string) => void
  close: () => void
}

const SHAPE = 'popup,width=720,height=720'

/**
 * Opens an empty window; undefined where the browser blocks it. It must be opened in the click itself: after an answer of
 * the server the browser would take it for an advertisement.
 */
export function openPopUp(): PopUp | undefined {
  const opened = window.open('about:blank', '_blank', SHAPE)
  if (!opened) return undefined
  // It is another house: it cannot lead this page elsewhere.
  opened.opener = null
  return {
    go: (url) => opened.location.replace(url),
    close: () => opened.close(),
  }
}

/** WhatsApp with a number and a text filled in. */
export const whatsappPage = (number: string, text: string) =>
  `https://wa.me/${number}?text=${encodeURIComponent(text)}`

/** Telegram's question whom to send a link to, and a text that it writes below the link. */
export const telegramPage = ({ link, text }: { link: string; text: string }) =>
  `https://t.me/share/url?url=${encodeURIComponent(link)}&text=${encodeURIComponent(text)}`
