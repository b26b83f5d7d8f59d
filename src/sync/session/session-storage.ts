/** Local storage holds an opaque user id and nothing of the session (docs/decisions/004). */
const USER_KEY = 'readroom.user'
/**
 * The PATIENT who is signed in in this tab, as an opaque user id: the token is in the page's memory and in a cookie
 * that no script can read (docs/decisions/290).
 */
const PATIENT_KEY = 'readroom.patient'
/** Set when the server ended a session of this tab because the device was revoked. */
const REVOKED_KEY = 'readroom.revoked'

export const findUserId = () => localStorage.getItem(USER_KEY) ?? undefined
export const keepUserId = (userId: string) => localStorage.setItem(USER_KEY, userId)
export const forgetUserId = () => localStorage.removeItem(USER_KEY)

export const findPatientId = () => sessionStorage.getItem(PATIENT_KEY) ?? undefined
export const keepPatientId = (userId: string) => sessionStorage.setItem(PATIENT_KEY, userId)
export const forgetPatientId = () => sessionStorage.removeItem(PATIENT_KEY)

/** True until the next sign-in of this tab, across reloads. */
export const wasRevoked = () => sessionStorage.getItem(REVOKED_KEY) !== null
export const keepRevoked = () => sessionStorage.setItem(REVOKED_KEY, '1')
export const forgetRevoked = () => sessionStorage.removeItem(REVOKED_KEY)

/** Calls back when another tab signed somebody in or out. */
export function onUserOfOtherTab(run: (userId: string | undefined) => void): void {
  addEventListener('storage', (event) => {
    if (event.storageArea === localStorage && event.key === USER_KEY) run(event.newValue ?? undefined)
  })
}
