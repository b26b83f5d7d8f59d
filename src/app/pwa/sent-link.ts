/** True for the pages of links that were sent to somebody: who follows one comes once, and the app is not installed there. */
export const isSentLink = (path: string): boolean => /^\/(shared\/|verify-signature)/.test(path)
