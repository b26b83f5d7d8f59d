/** A file or sheet is refused; the message is for the user. */
export class SheetRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SheetRefused'
  }
}

/** For bytes of a zip file in which a part is missing or unreadable. */
export const damaged = () => new SheetRefused('This file is damaged and cannot be read.')
