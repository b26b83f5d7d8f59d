import { aiBodyPart } from '#contract/masters/ai-body-part.ts'
import { branch } from '#contract/masters/branch.ts'
import { consentForm } from '#contract/masters/consent-form.ts'
import { department } from '#contract/masters/department.ts'
import { discountHead } from '#contract/masters/discount-head.ts'
import { documentTag } from '#contract/masters/document-tag.ts'
import { machine } from '#contract/masters/machine.ts'
import { servicePackage } from '#contract/masters/package.ts'
import { pacs } from '#contract/masters/pacs.ts'
import { queScreen } from '#contract/masters/que-screen.ts'
import { service } from '#contract/masters/service.ts'
import { shortcut } from '#contract/masters/shortcut.ts'
import { studyTag } from '#contract/masters/study-tag.ts'
import { template } from '#contract/masters/template.ts'
import { templateCat } from '#contract/masters/template-cat.ts'
import { hooked, type MountedMaster } from '#server/masters/hooks.ts'
import { createBranchHooks } from './branches/branch-hooks.ts'
import { departmentHooks } from './catalogue/department-hooks.ts'
import { packageHooks } from './catalogue/package-hooks.ts'
import { serviceHooks } from './catalogue/service-hooks.ts'
import { consentFormHooks } from './consent-forms/consent-form-hooks.ts'
import { layFormF } from './form-f/public/lay-forms.ts'
import { keepLeftDoctors } from './form-f/public/registration.ts'
import { discountHeadHooks } from './masters/discount-head.ts'
import { documentTagHooks } from './masters/document-tag.ts'
import { machineHooks } from './masters/machine.ts'
import { shortcutHooks } from './masters/shortcut.ts'
import { studyTagHooks } from './masters/study-tag.ts'
import { pacsHooks } from './pacs/pacs-hooks.ts'
import { aiBodyPartHooks } from './platform/ai-body-part-hooks.ts'
import { queScreenHooks } from './que-screens/que-screen-hooks.ts'
import { templateCatHooks } from './templates/category-hooks.ts'
import { templateHooks } from './templates/template-hooks.ts'

/** Masters with more to them than fields, one line each. The others are served by their declaration alone. */
export const MASTERS_WITH_HOOKS: readonly MountedMaster[] = [
  hooked(aiBodyPart, aiBodyPartHooks),
  hooked(department, departmentHooks),
  hooked(service, serviceHooks),
  hooked(servicePackage, packageHooks),
  hooked(discountHead, discountHeadHooks),
  hooked(documentTag, documentTagHooks),
  hooked(machine, machineHooks),
  hooked(studyTag, studyTagHooks),
  hooked(shortcut, shortcutHooks),
  hooked(pacs, pacsHooks),
  hooked(branch, createBranchHooks({ layFormF, keepLeftDoctors })),
  hooked(templateCat, templateCatHooks),
  hooked(template, templateHooks),
  hooked(consentForm, consentFormHooks),
  hooked(queScreen, queScreenHooks),
]
