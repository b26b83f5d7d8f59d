import { IconFileText, IconPencil, IconPhoto, type IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { RowAction } from './row-actions.ts'

/** The icon of each action of a row. */
export const ACTION_ICONS: Record<RowAction['kind'], ComponentType<IconProps>> = {
  open: IconPencil,
  preview: IconFileText,
  images: IconPhoto,
}
