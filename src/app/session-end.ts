let hasAskedToLeave = false

/** Runs a sign-out that the person requested: the sign-in page then shows no explanation. */
export async function leaveBy(signOut: () => Promise<void>): Promise<void> {
  hasAskedToLeave = true
  try {
    await signOut()
  } catch (error) {
    hasAskedToLeave = false
    throw error
  }
}

/** Whether the session was ended by its person, and not by the server or an administrator. */
export function wasLeftByChoice(): boolean {
  return hasAskedToLeave
}

/** Called when a session begins: how it will end is not known yet. */
export function forgetLeaving(): void {
  hasAskedToLeave = false
}
