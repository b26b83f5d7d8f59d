import { vi } from 'vitest'
import type { SessionFields } from '#domain/access/session.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'

/** Set by the tests of lists and forms: the user, and whether the server responds. */
export const seams = {
  session: undefined as SessionFields | undefined,
  isOnline: true,
}

/** The administrator of a centre with the booking module. */
export const administrator = (part: Partial<SessionFields> = {}): SessionFields =>
  sessionFields({
    is_doctor: 0,
    is_client_admin: 1,
    modules: ['manage_masters', 'manage_users'],
    main_modules: ['appointment_system', 'teleradiology'],
    ...part,
  })

/** Stubs the browser's observers that happy-dom lacks. */
export function stubMedia(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
}
