import { aiBodyPart } from './ai-body-part.ts'
import { aiCompany } from './ai-company.ts'
import { branch } from './branch.ts'
import { client } from './client.ts'
import { commissionBan } from './commission-ban.ts'
import { consentForm } from './consent-form.ts'
import { department } from './department.ts'
import { discountHead } from './discount-head.ts'
import { documentTag } from './document-tag.ts'
import { licence } from './licence.ts'
import { machine } from './machine.ts'
import { servicePackage } from './package.ts'
import { pacs } from './pacs.ts'
import { paymentTypeScheme } from './payment-type-scheme.ts'
import { queScreen } from './que-screen.ts'
import { refDrScheme } from './ref-dr-scheme.ts'
import { role } from './role.ts'
import { service } from './service.ts'
import { shortcut } from './shortcut.ts'
import { studyTag } from './study-tag.ts'
import { template } from './template.ts'
import { templateCat } from './template-cat.ts'
import { user } from './user.ts'

/** Every declared master, for the server, devices, the hub and tests. */
export const MASTERS = [
  role,
  user,
  documentTag,
  department,
  machine,
  service,
  servicePackage,
  studyTag,
  shortcut,
  discountHead,
  paymentTypeScheme,
  refDrScheme,
  pacs,
  branch,
  templateCat,
  template,
  consentForm,
  queScreen,
  aiBodyPart,
  aiCompany,
  client,
  commissionBan,
  licence,
] as const
