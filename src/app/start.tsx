import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { keepConsentLink } from '#src/features/consent-form/consent-secret.ts'
import { keepPasswordSecret } from '#src/features/set-password/password-secret.ts'
import { keepSharedLink } from '#src/features/shared-study/shared-secret.ts'
import { keepLinkCredentials } from '#src/features/sign-in/link-credentials.ts'
import { loadTransport } from '#src/sync/api/load-transport.ts'
import { takeSharedFiles } from '#src/sync/shared-files/given-files.ts'
import { App } from './App.tsx'
import { InsecureOrigin } from './pages/InsecureOrigin.tsx'
import { isSentLink } from './pwa/sent-link.ts'
import { watchForUpdates } from './pwa/worker-updates.ts'

// The policy of the page allows no code made from text, which the schema library would otherwise try.
z.config({ jitless: true })

/** Draws the application into `root`, or the page that says why it cannot run on this origin. */
export function startApp(root: HTMLElement): void {
  // Before anything is drawn or fetched: a link's secret must not stay in the address bar or the history.
  keepLinkCredentials()
  keepSharedLink()
  keepConsentLink()
  keepPasswordSecret()
  if (!window.isSecureContext) {
    createRoot(root).render(<InsecureOrigin />)
    return
  }
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  // The service worker may be stopped while the person still types the password.
  takeSharedFiles().catch(() => undefined)
  // Behind what is drawn: the first call finds it there.
  loadTransport().catch(() => undefined)
  if (import.meta.env.PROD && !isSentLink(location.pathname)) void watchForUpdates()
}
