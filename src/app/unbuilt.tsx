import { NotBuiltYet } from './pages/NotBuiltYet.tsx'
import type { Screen } from './screen.ts'

/** The row of the route table for a screen without content yet: its name, and what works in the meantime. */
export function unbuilt(title: string, instead: string, link?: { to: string; label: string }): Screen {
  return { title, element: <NotBuiltYet screen={title} instead={instead} link={link} /> }
}
