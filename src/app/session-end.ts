let hasAskedToLeave = false

/** Runs a sign-out that the person asked for: the sign-in page then has nothing to explain. */
export async function leaveBy(signOut: () => Promise<void>): Promise<void> {
  hasAskedToLeave = true
  try {
    await signOut()
  } catch (error) {
    hasAskedToLeave = false
    throw error
  }
}

/** Whether the session that ended was ended by its person, and not by the server or an administrator. */
export function wasLeftByChoice(): boolean {
  return hasAskedToLeave
}

/** Called when a session begins: what ends it is not known yet. */
export function forgetLeaving(): void {
  hasAskedToLeave = false
}
