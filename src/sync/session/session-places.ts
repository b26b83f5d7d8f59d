/** Local storage holds an opaque user id and nothing of the session (docs/decisions/004). */
const USER_KEY = 'readroom.user'
/** A PATIENT's token lives as long as its tab; everything else of that session stays in memory. */
const PATIENT_TOKEN_KEY = 'readroom.token'

export const findUserId = () => localStorage.getItem(USER_KEY) ?? undefined
export const keepUserId = (userId: string) => localStorage.setItem(USER_KEY, userId)
export const forgetUserId = () => localStorage.removeItem(USER_KEY)

export const findPatientToken = () => sessionStorage.getItem(PATIENT_TOKEN_KEY) ?? undefined
export const keepPatientToken = (token: string) => sessionStorage.setItem(PATIENT_TOKEN_KEY, token)
export const forgetPatientToken = () => sessionStorage.removeItem(PATIENT_TOKEN_KEY)

/** Calls back when another tab signed somebody in or out. */
export function onUserOfOtherTab(run: (userId: string | undefined) => void): void {
  addEventListener('storage', (event) => {
    if (event.storageArea === localStorage && event.key === USER_KEY) run(event.newValue ?? undefined)
  })
}
