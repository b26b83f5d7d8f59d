/** Where a shared link leads: `/shared/{secret}`. The secret is never stored and leaves the address at once. */
export const SHARED_PATH = '/shared/'
