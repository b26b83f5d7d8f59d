import { branch } from './branch.ts'
import { discountHead } from './discount-head.ts'
import { documentTag } from './document-tag.ts'
import { machine } from './machine.ts'
import { pacs } from './pacs.ts'
import { paymentTypeScheme } from './payment-type-scheme.ts'
import { refDrScheme } from './ref-dr-scheme.ts'
import { shortcut } from './shortcut.ts'
import { studyTag } from './study-tag.ts'

/** Every declared master: server, device, hub and tests walk it. */
export const MASTERS = [
  documentTag,
  machine,
  studyTag,
  shortcut,
  discountHead,
  paymentTypeScheme,
  refDrScheme,
  pacs,
  branch,
] as const
