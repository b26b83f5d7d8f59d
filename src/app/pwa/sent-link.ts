/** True for pages opened by a link in a message. Visitors come once, so the app is not installed on their phones. */
export const isSentLink = (path: string): boolean => /^\/(shared\/|critical$|verify-signature)/.test(path)
