import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './booking.module.css'

/** The end of a visit, aligned with the fields of its start. */
export function EndText({ children }: { children: ReactNode }) {
  return (
    <Text c="dimmed" className={`${classes.end} tabular`}>
      {children}
    </Text>
  )
}
