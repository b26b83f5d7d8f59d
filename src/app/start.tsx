import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { keepConsentLink } from '#src/features/consent-form/consent-secret.ts'
import { keepCriticalSecret } from '#src/features/critical-link/critical-secret.ts'
import { keepPasswordSecret } from '#src/features/set-password/password-secret.ts'
import { keepSharedLink } from '#src/features/shared-study/shared-secret.ts'
import { keepLinkCredentials } from '#src/features/sign-in/link-credentials.ts'
import { loadTransport } from '#src/sync/api/load-transport.ts'
import { takeSharedFiles } from '#src/sync/shared-files/given-files.ts'
import { App } from './App.tsx'
import { InsecureOrigin } from './pages/InsecureOrigin.tsx'
import { isSentLink } from './pwa/sent-link.ts'
import { watchForUpdates } from './pwa/worker-updates.ts'

// The page's policy forbids code from strings, which the schema library would otherwise use.
z.config({ jitless: true })

/** Renders the application into `root`, or the page that explains why it cannot run on this origin. */
export function startApp(root: HTMLElement): void {
  // Before anything is rendered or requested: a link's secret must not stay in the address bar or history.
  keepLinkCredentials()
  keepSharedLink()
  keepCriticalSecret()
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
  // The service worker may be stopped while the person is still typing the password.
  takeSharedFiles().catch(() => undefined)
  // After the first render, so that it is ready for the first call.
  loadTransport().catch(() => undefined)
  if (import.meta.env.PROD && !isSentLink(location.pathname)) void watchForUpdates()
}
