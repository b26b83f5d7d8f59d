/** True for pages that open from a link in a message. Visitors come once, so the app is not installed on their phones. */
export const isSentLink = (path: string): boolean => /^\/(shared\/|verify-signature)/.test(path)
