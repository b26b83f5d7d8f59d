import type { ReactElement } from 'react'
import type { ScreenPath } from '#domain/access/screens.ts'

/** A row of the route table. */
export interface Screen {
  /** Stands in the browser's title and in the palette. */
  title: string
  element: ReactElement
  /** Screens of one name keep their state as the address goes from one to another; each has its own without one. */
  family?: string
  /** The screen that usually comes next, whose code is loaded while nothing else is to be done. */
  next?: { path: ScreenPath; load: () => Promise<unknown> }
}
