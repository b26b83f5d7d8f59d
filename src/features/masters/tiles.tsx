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
import type { ComponentType } from 'react'
import type { TileKey } from '#domain/access/tiles.ts'
import { type LazyTile, lazyTile as lazy } from './lazy-tile.tsx'

/** The appearance of a tile and the content of its drawer. */
export interface Tile {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  /** Loaded when the drawer opens. */
  element: LazyTile
}

/** All tiles of the hub; domain/access/tiles.ts defines who sees them. */
export const TILES: Record<TileKey, Tile> = {
  roles: { icon: IconShieldCheck, element: lazy(() => import('./people/Roles.tsx')) },
  users: { icon: IconUsers, element: lazy(() => import('./people/Users.tsx')) },
  radiologyDoctors: { icon: IconUserHeart, element: lazy(() => import('./people/RadiologyDoctors.tsx')) },
  clinicalDoctors: { icon: IconStethoscope, element: lazy(() => import('./people/ClinicalDoctors.tsx')) },
  referralDoctors: { icon: IconUserShare, element: lazy(() => import('./people/ReferralDoctors.tsx')) },
  documentTags: { icon: IconFiles, element: lazy(() => import('./simple/DocumentTags.tsx')) },
  clinicalDepartments: {
    icon: IconBuildingHospital,
    element: lazy(() => import('./catalogue/ClinicalDepartments.tsx')),
  },
  radiologyDepartments: {
    icon: IconRadioactive,
    element: lazy(() => import('./catalogue/RadiologyDepartments.tsx')),
  },
  aiBodyParts: { icon: IconBone, element: lazy(() => import('./ai/AiBodyParts.tsx')) },
  aiCompanies: { icon: IconBrain, element: lazy(() => import('./ai/AiCompanies.tsx')) },
  radiologyServices: {
    icon: IconListCheck,
    element: lazy(() => import('./catalogue/RadiologyServices.tsx')),
  },
  clinicalServices: { icon: IconListCheck, element: lazy(() => import('./catalogue/ClinicalServices.tsx')) },
  studyTags: { icon: IconTag, element: lazy(() => import('./simple/StudyTags.tsx')) },
  shortcuts: { icon: IconTextPlus, element: lazy(() => import('./simple/Shortcuts.tsx')) },
  discountHeads: { icon: IconDiscount, element: lazy(() => import('./simple/DiscountHeads.tsx')) },
  paymentTypes: { icon: IconId, element: lazy(() => import('./simple/PaymentTypes.tsx')) },
  templates: { icon: IconTemplate, element: lazy(() => import('./texts/templates/Templates.tsx')) },
  pacs: { icon: IconServer, element: lazy(() => import('./settings/pacs/Pacs.tsx')) },
  branches: { icon: IconMapPin, element: lazy(() => import('./settings/branches/Branches.tsx')) },
  packages: { icon: IconPackage, element: lazy(() => import('./catalogue/Packages.tsx')) },
  queScreens: { icon: IconDeviceTv, element: lazy(() => import('./texts/que-screens/QueScreens.tsx')) },
  consentForms: {
    icon: IconSignature,
    element: lazy(() => import('./texts/consent-forms/ConsentForms.tsx')),
  },
  settings: { icon: IconAdjustments, element: lazy(() => import('./settings/Settings.tsx')) },
}
