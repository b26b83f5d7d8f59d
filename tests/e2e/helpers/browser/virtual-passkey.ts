import type { Page } from '@playwright/test'

/** The authenticator of a page's browser, simulated by Chromium: it confirms without a person. */
export interface VirtualPasskey {
  /** False: the next verification fails, as with another person's finger. */
  setVerified: (isVerified: boolean) => Promise<void>
  /** The number of its passkeys. */
  count: () => Promise<number>
}

/** Adds an authenticator to this page's browser that keeps passkeys and computes PRF secrets. */
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
