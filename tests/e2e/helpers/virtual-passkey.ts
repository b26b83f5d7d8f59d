import type { Page } from '@playwright/test'

/** The authenticator of a page's browser, as Chromium plays it: it touches itself. */
export interface VirtualPasskey {
  /** False: the next question finds a finger that is not its person's. */
  setVerified: (isVerified: boolean) => Promise<void>
  /** How many passkeys it holds. */
  count: () => Promise<number>
}

/** Gives the browser of this page an authenticator that keeps passkeys and computes PRF secrets. */
export async function addVirtualPasskey(page: Page): Promise<VirtualPasskey> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setVerified: async (isUserVerified) => {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    count: async () =>
      (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}
