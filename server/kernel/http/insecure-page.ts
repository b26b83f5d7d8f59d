import type { FastifyRequest } from 'fastify'
import { isLoopback } from './security-headers.ts'

/**
 * Returns true if the browser will refuse features that the app needs (service worker, encryption, persistent
 * storage): plain HTTP from another machine. Behind a trusted proxy, x-forwarded-proto counts.
 */
export function isInsecureOrigin(request: FastifyRequest): boolean {
  return request.protocol !== 'https' && !isLoopback(request)
}

/** The only page of an insecure origin (docs/sync.md#on-the-device): explains why the app cannot work there. */
export const INSECURE_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Readroom needs a secure address</title>
<style>
  body { max-width: 60ch; margin: 15vh auto; padding: 0 16px; font: 16px/1.5 system-ui; background: #1a1b1e; color: #e9ecef }
  code { color: #74c0fc }
</style>
<h1>Readroom needs a secure address</h1>
<p>This page came over plain HTTP. Browsers then refuse what keeps your work safe on this device: encryption, storage
that lasts, and working without a network.</p>
<p>Open Readroom by an address that begins with <code>https://</code>, or on the server itself by
<code>http://localhost</code>.</p>
<p>For administrators: set <code>READROOM_TLS_CERT</code> and <code>READROOM_TLS_KEY</code>, start with
<code>npm start -- --https</code>, or put a reverse proxy with HTTPS in front and name it in
<code>READROOM_TRUST_PROXY</code>.</p>
</html>
`
