/**
 * Makes every transaction of this page or worker strict: a write is on the disk before it is reported as
 * done. Runs inside the browser, so it uses nothing else of its file.
 */
export function beStrict(): void {
  type Open = (this: IDBDatabase, ...asked: Parameters<IDBDatabase['transaction']>) => IDBTransaction
  const { value: open } = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'transaction') as {
    value: Open
  }
  IDBDatabase.prototype.transaction = function (names, mode, options) {
    const transaction = open.call(this, names, mode, { ...options, durability: 'strict' })
    if (transaction.durability !== 'strict') throw new Error('This browser opens no strict transaction')
    return transaction
  }
}

/** Marks the address of such a page, for the service worker that it registers. */
export const STRICT_QUERY = 'strict'
