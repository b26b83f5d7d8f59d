import { expect, test } from 'vitest'
import { REPORT_STATUSES } from '#domain/status/report-status.ts'
import {
  type ActionGrounds,
  isActionOffered,
  REPORT_ACTIONS,
  refuseAction,
} from '#src/features/report/actions/report-actions.ts'

const OPEN: ActionGrounds = {
  status: 'Draft',
  studyStatus: 'Draft',
  hasText: true,
  canWrite: true,
  isSigner: true,
  canSign: true,
  canVerify: true,
  hasConflict: false,
  hasStudyConflict: false,
  isSignatureWaiting: false,
  editType: 'Addendum',
  isRevising: false,
  isRevised: false,
  isAiShown: false,
  isAddendumOffered: false,
  addendumRefusal: undefined,
}
const allowed = (change: Partial<ActionGrounds>) => {
  const grounds = { ...OPEN, ...change }
  return REPORT_ACTIONS.filter(
    (action) => isActionOffered(action, grounds) && refuseAction(action, grounds) === undefined,
  )
}

test('a doctor who may write and sign can do everything except verify while the report is open', () => {
  for (const status of ['Pending', 'Draft', 'ReadyForSign'] as const)
    expect(allowed({ status, studyStatus: status })).toEqual([
      'draft',
      'readyForSign',
      'sign',
      'signAndClose',
      'signAndNext',
      'skip',
      'clear',
    ])
})

test('nobody can save, sign or clear a signed or verified text', () => {
  for (const status of ['Signed', 'Verified'] as const)
    expect(allowed({ status, studyStatus: 'Draft' })).toEqual(['next'])
})

test('signing needs text, an account that may sign and a study that the person may sign', () => {
  expect(refuseAction('sign', { ...OPEN, hasText: false })).toBe('There is no text to sign.')
  expect(refuseAction('sign', { ...OPEN, isSigner: false })).toBe('Your account may not sign reports.')
  expect(refuseAction('sign', { ...OPEN, canSign: false })).toBe('Another doctor signs this study.')
  expect(allowed({ canSign: false })).toEqual(['draft', 'readyForSign', 'skip', 'clear'])
})

test('a person who may not write cannot change the text, and goes on to the next study', () => {
  expect(allowed({ canWrite: false })).toEqual(['next'])
})

test('two conflicting texts are resolved before anything is saved', () => {
  expect(allowed({ hasConflict: true })).toEqual(['skip'])
})

test.each([{ hasConflict: true }, { hasStudyConflict: true }])(
  'nobody verifies, revises or appends while %j',
  (conflict) => {
    const signed = { ...OPEN, status: 'Signed', studyStatus: 'Signed', isAddendumOffered: true } as const
    expect(refuseAction('verify', signed)).toBeUndefined()
    expect(refuseAction('verify', { ...signed, ...conflict })).toMatch('one of the two texts first')
    if (!('hasConflict' in conflict)) return
    expect(refuseAction('addendum', { ...signed, ...conflict })).toMatch('one of the two texts first')
    expect(refuseAction('revise', { ...signed, ...conflict })).toMatch('one of the two texts first')
  },
)

test('an empty pending report cannot be cleared', () => {
  expect(allowed({ status: 'Pending', hasText: false })).toEqual(['draft', 'readyForSign', 'skip'])
})

test('verify is offered only at Signed, and only with the right to it', () => {
  const offered = REPORT_STATUSES.filter((status) => isActionOffered('verify', { ...OPEN, status }))
  expect(offered).toEqual(['Signed'])
  expect(isActionOffered('verify', { ...OPEN, status: 'Signed', canVerify: false })).toBe(false)
})

test('verify waits for the other reports and for the signature to reach the server', () => {
  const signed = { ...OPEN, status: 'Signed', studyStatus: 'Signed' } as const
  expect(refuseAction('verify', signed)).toBeUndefined()
  expect(refuseAction('verify', { ...signed, studyStatus: 'Draft' })).toBe(
    'All reports of this study must be signed first.',
  )
  expect(refuseAction('verify', { ...signed, isSignatureWaiting: true })).toBe(
    'The signature is not on the server yet.',
  )
})

const SIGNED = { status: 'Signed', studyStatus: 'Signed', canVerify: false } as const

test('a client either appends to signed reports or revises them, never both', () => {
  expect(allowed({ ...SIGNED, isAddendumOffered: true })).toEqual(['next', 'addendum'])
  expect(allowed({ ...SIGNED, editType: 'UpdateContent' })).toEqual(['next', 'revise'])
  expect(allowed({ ...SIGNED })).toEqual(['next'])
})

test('an addendum says why it cannot be written', () => {
  const grounds = { ...OPEN, ...SIGNED, isAddendumOffered: true, addendumRefusal: 'No.' }
  expect(refuseAction('addendum', grounds)).toBe('No.')
  expect(isActionOffered('addendum', { ...grounds, status: 'Draft' })).toBe(false)
})

test('a revision can only be signed or left, and only once it has new text', () => {
  const revising = { ...SIGNED, editType: 'UpdateContent', isRevising: true } as const
  expect(allowed({ ...revising, isRevised: true })).toEqual([
    'sign',
    'signAndClose',
    'signAndNext',
    'leaveRevision',
  ])
  expect(allowed(revising)).toEqual(['leaveRevision'])
  expect(refuseAction('draft', { ...OPEN, ...revising })).toBe('A revision is saved by signing it.')
  expect(isActionOffered('verify', { ...OPEN, ...revising, canVerify: true })).toBe(false)
})

test.each([
  ['may not write', { canWrite: false }, 'This study is assigned to another doctor.'],
  ['may not sign', { isSigner: false }, 'Your account may not sign reports.'],
  ['is not the signer', { canSign: false }, 'Another doctor signs this study.'],
  ['has not filed the signature', { isSignatureWaiting: true }, 'The signature is not on the server yet.'],
])('nobody who %s begins a revision', (_, change, words) => {
  expect(refuseAction('revise', { ...OPEN, ...SIGNED, editType: 'UpdateContent', ...change })).toBe(words)
})

test('nobody signs a text that is hidden by the AI result', () => {
  expect(refuseAction('sign', { ...OPEN, isAiShown: true })).toBe('Switch to your own text first.')
})
