import { describe, expect, test } from 'vitest'
import { callsOfMaster } from '#contract/masters/engine/calls.ts'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { MASTERS } from '#contract/masters/masters.ts'
import { CALLS } from '#contract/registry.ts'

const MASTER_KEYS = new Set((MASTERS as unknown as AnyMaster[]).flatMap(callsOfMaster).map(({ key }) => key))

const SELF = 'about the caller’s own session, device or profile'
const SYNC = 'the outbox and the pull carry everything; each command is judged by its own call'
const PICKER = 'names for pickers of every feature'
const TILE = 'judged by the rule of its tile, which names the modules'
const PLATFORM = 'the platform’s, or a client’s question to it'
const SETTINGS = 'settings of the whole client; what a module alone uses is not shown without it'

/** Reasons why a call belongs to no main module, by its key or by a prefix of its key. */
const REASONS: Readonly<Record<string, string>> = {
  'auth/': SELF,
  'device/': SELF,
  'passkey/': SELF,
  profileDetail: SELF,
  updateProfile: SELF,
  updateCompanyDetail: SELF,
  changePassword: SELF,
  'user/passwordLink': TILE,
  'user/removePasskeys': TILE,
  'noti/': 'a person’s own notifications, from whatever features the client has',
  'sync/': SYNC,
  'master/apptStatusList': PICKER,
  'public/': 'nobody is signed in: the link or the picture is the whole question',
  'que/getQueList':
    'the screen’s unguessable uid is the whole question; its client’s module is asked by the door',
  'que/displayBanner': 'as que/getQueList',
  'branch/getActives': PICKER,
  'users/ALL': PICKER,
  'templates/ALL': PICKER,
  'master/studyTags/ALL': PICKER,
  'master/shortcuts/ALL': PICKER,
  'master/documentTags/ALL': PICKER,
  'master/countries': PICKER,
  'interfaces/': SETTINGS,
  'pacs/': TILE,
  'archive/getAetSourcesNames': TILE,
  'branch/': TILE,
  'master/': TILE,
  modules: TILE,
  'user/createRefDoctorsMulti': TILE,
  'client/': PLATFORM,
  'ai/companyBodyParts': PLATFORM,
  'client/generalSettings': SETTINGS,
  'client/save': SETTINGS,
  'client/renewXmlToken': SETTINGS,
  'message/': 'the log of what was sent by any channel, and its second try',
  'whatsapp/unlink': 'a phone’s link can be taken away after the module went',
  'share/links': 'links that are out stay visible after their channel went',
  'share/revoke': 'links that are out can be taken back after their channel went',
  deactivateStudyPatient: 'an activation can be taken back after the portal went',
  'portal/revokeAccess': 'an access can be taken back after the portal went',
  'report/verifySignature': 'a paper can be verified for ever after it left the centre',
}

const reasonOf = (key: string) =>
  REASONS[key] ?? Object.entries(REASONS).find(([start]) => start.endsWith('/') && key.startsWith(start))?.[1]

describe('every call names its main module, or has a reason here', () => {
  const others = [...CALLS.values()].filter(({ key }) => !MASTER_KEYS.has(key))

  test.each(others.filter((call) => call.module === undefined).map(({ key }) => key))('%s', (key) => {
    expect(
      reasonOf(key),
      `Give '${key}' its 'module' in contract/calls, or say in REASONS why it belongs to none`,
    ).toBeDefined()
  })

  test('no reason is left for a call that names its module', () => {
    const keys = new Set(others.filter((call) => call.module !== undefined).map(({ key }) => key))
    expect(Object.keys(REASONS).filter((key) => keys.has(key))).toEqual([])
  })

  test('calls of studies, reports, sharing, AI and booklets are among those with a module', () => {
    const named = new Map(others.map((call) => [call.key, call.module]))
    expect(named.get('study/getList')).toContain('archive_reporting')
    expect(named.get('saveReport')).toEqual(['teleradiology', 'archive_reporting'])
    expect(named.get('studies/saveBooklet')).toBe('booklet')
    expect(named.get('study/sendToAI')).toBe('ezzy_ai_flow')
    expect(named.get('whatsapp/send-sms')).toBe('sms_share')
  })
})
