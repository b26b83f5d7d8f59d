import {
  IconAdjustments,
  IconBone,
  IconBrain,
  IconBuildingHospital,
  IconDeviceTv,
  IconDiscount,
  IconFiles,
  IconId,
  IconListCheck,
  IconMapPin,
  IconPackage,
  IconRadioactive,
  IconServer,
  IconShieldCheck,
  IconSignature,
  IconStethoscope,
  IconTag,
  IconTemplate,
  IconTextPlus,
  IconUserHeart,
  IconUserShare,
  IconUsers,
} from '@tabler/icons-react'
import { type ComponentType, lazy } from 'react'
import type { TileKey } from '#domain/access/tiles.ts'

/** What a tile shows and what its drawer holds. */
export interface Tile {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  /** Fetched as the drawer opens. */
  element?: ComponentType
}

/** Every tile of the hub; who sees it stands in domain/access/tiles.ts. */
export const TILES: Record<TileKey, Tile> = {
  roles: { icon: IconShieldCheck },
  users: { icon: IconUsers },
  radiologyDoctors: { icon: IconUserHeart },
  clinicalDoctors: { icon: IconStethoscope },
  referralDoctors: { icon: IconUserShare },
  documentTags: { icon: IconFiles, element: lazy(() => import('./simple/DocumentTags.tsx')) },
  clinicalDepartments: { icon: IconBuildingHospital },
  radiologyDepartments: { icon: IconRadioactive },
  aiBodyParts: { icon: IconBone },
  aiCompanies: { icon: IconBrain },
  radiologyServices: { icon: IconListCheck },
  clinicalServices: { icon: IconListCheck },
  studyTags: { icon: IconTag, element: lazy(() => import('./simple/StudyTags.tsx')) },
  shortcuts: { icon: IconTextPlus, element: lazy(() => import('./simple/Shortcuts.tsx')) },
  discountHeads: { icon: IconDiscount, element: lazy(() => import('./simple/DiscountHeads.tsx')) },
  paymentTypes: { icon: IconId, element: lazy(() => import('./simple/PaymentTypes.tsx')) },
  templates: { icon: IconTemplate },
  pacs: { icon: IconServer },
  branches: { icon: IconMapPin },
  packages: { icon: IconPackage },
  queScreens: { icon: IconDeviceTv },
  consentForms: { icon: IconSignature },
  settings: { icon: IconAdjustments },
}
