import type { ReactElement } from 'react'
import type { ScreenPath } from '#domain/access/screens.ts'

/** A row of the route table. */
export interface Screen {
  /** Shown in the browser's title and in the palette. */
  title: string
  element: ReactElement
  /**
   * Screens with the same family keep their state when the address changes between them; without one, each has its own.
   */
  family?: string
  /** The usual next screen, whose code is loaded while the page is idle. */
  next?: { path: ScreenPath; load: () => Promise<unknown> }
}
