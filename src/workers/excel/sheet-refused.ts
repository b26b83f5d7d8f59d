/** A file that is not read, or a sheet that is not taken, and why in words for a person. */
export class SheetRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SheetRefused'
  }
}

/** Where the bytes are those of a zip file, and a part of it is not there or not readable. */
export const damaged = () => new SheetRefused('This file is damaged and cannot be read.')
