import { useMediaQuery } from '@mantine/hooks'

/** The size of the days of a calendar: 48 px for a finger, 36 px for a mouse. */
export function useTouchSize(): 'sm' | 'lg' {
  return useMediaQuery('(pointer: coarse)', false) ? 'lg' : 'sm'
}
