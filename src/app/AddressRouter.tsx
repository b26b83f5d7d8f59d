import type { ReactNode } from 'react'
import { BrowserRouter } from 'react-router-dom'

/**
 * The router. Renders an address change before the next click: as a transition it would render later, and removing a
 * second filter quickly would start from the address that still has the first one, and bring it back.
 */
export function AddressRouter({ children }: { children: ReactNode }) {
  return <BrowserRouter useTransitions={false}>{children}</BrowserRouter>
}
