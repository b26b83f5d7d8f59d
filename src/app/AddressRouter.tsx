import type { ReactNode } from 'react'
import { BrowserRouter } from 'react-router-dom'

/**
 * The router over the address. A change of the address is drawn before the next click: as a transition it would be drawn
 * later, and a second filter that is removed at once would be removed from the address before the first one was, which
 * brings the first one back.
 */
export function AddressRouter({ children }: { children: ReactNode }) {
  return <BrowserRouter useTransitions={false}>{children}</BrowserRouter>
}
