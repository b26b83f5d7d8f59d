import { useMediaQuery } from '@mantine/hooks'

/** The size of calendar days: 48 px for touch, 36 px for a mouse. */
export function useTouchSize(): 'sm' | 'lg' {
  return useMediaQuery('(pointer: coarse)', false) ? 'lg' : 'sm'
}
