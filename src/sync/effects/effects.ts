import type { QueueKey } from '#contract/registry.ts'
import { bookletEffects } from './booklet-effects.ts'
import { clinicalEffects } from './clinical-effects.ts'
import { commentEffects } from './comment-effects.ts'
import { consentEffects } from './consent-effects.ts'
import { criticalEffects } from './critical-effects.ts'
import { documentEffects } from './document-effects.ts'
import type { Effect } from './effect.ts'
import { examQueueEffects } from './exam-queue-effects.ts'
import { followUpEffects } from './follow-up-effects.ts'
import { notificationEffects } from './notification-effects.ts'
import { patientEffects } from './patient-effects.ts'
import { paymentEffects } from './payment-effects.ts'
import { portalEffects } from './portal-effects.ts'
import { reportEffects } from './report-effects.ts'
import { skipEffects } from './skip-effects.ts'
import { studyEditEffects } from './study-edit-effects.ts'
import { tagEffects } from './tag-effects.ts'
import { visitEffects } from './visit-effects.ts'
import { visitPartEffects } from './visit-part-effects.ts'

/** The optimistic effect of every queued call; a call without one does not compile. */
export const EFFECTS: { [K in QueueKey]: Effect<K> } = {
  ...reportEffects,
  ...portalEffects,
  ...bookletEffects,
  ...commentEffects,
  ...documentEffects,
  ...tagEffects,
  ...criticalEffects,
  ...followUpEffects,
  ...skipEffects,
  ...consentEffects,
  ...studyEditEffects,
  ...patientEffects,
  ...visitEffects,
  ...visitPartEffects,
  ...clinicalEffects,
  ...paymentEffects,
  ...examQueueEffects,
  ...notificationEffects,
}
