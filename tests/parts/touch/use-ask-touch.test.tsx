import 'fake-indexeddb/auto'
import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Touch } from '#contract/calls/reports.ts'
import type { TouchRule } from '#domain/report/touch-rule.ts'
import { type Touched, useAskTouch } from '#src/parts/touch/use-ask-touch.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { TouchError } from '#src/sync/touch/touch-error.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const TOUCH = { at: 'now' } as unknown as Touch
let ask: ReturnType<typeof useAskTouch>

function Asker() {
  const current = useAskTouch()
  useEffect(() => {
    ask = current
  })
  return null
}

function open(rule: TouchRule | undefined) {
  setSession(sessionFields({ touch_signing: rule }))
  renderInApp(<Asker />)
}

afterEach(() => {
  cleanup()
  act(() => setSession(undefined))
})

const refuse = (problem: TouchError['problem']) => vi.fn(async () => Promise.reject(new TouchError(problem)))

/** Starts the question; returns its result once the person answered. */
async function asking(make: () => Promise<Touch>): Promise<() => Promise<Touched | undefined | Error>> {
  let answer: Promise<Touched | undefined | Error> = Promise.resolve(undefined)
  await act(async () => {
    answer = ask(make).catch((error: Error) => error)
  })
  return () => answer
}

test.each([undefined, 'Off'] as const)('a client that says %s requires nothing', async (rule) => {
  open(rule)
  const make = vi.fn(async () => TOUCH)
  expect(await ask(make)).toEqual({ touch: undefined })
  expect(make).not.toHaveBeenCalled()
})

test.each(['Offered', 'Required'] as const)('if it is %s, the touch is sent along', async (rule) => {
  open(rule)
  expect(await ask(async () => TOUCH)).toEqual({ touch: TOUCH })
})

test('if it is offered, a person without a passkey signs as before', async () => {
  open('Offered')
  expect(await ask(refuse('none'))).toEqual({ touch: undefined })
  expect(await ask(refuse('unsupported'))).toEqual({ touch: undefined })
})

test.each([
  ['Sign without', { touch: undefined }],
  ['Cancel', undefined],
])('if it is offered and none was made, "%s" gives %o', async (button, outcome) => {
  open('Offered')
  const answer = await asking(refuse('cancelled'))
  await userEvent.click(await screen.findByRole('button', { name: button }))
  expect(await answer()).toEqual(outcome)
})

test('if it is required, nothing continues without it', async () => {
  open('Required')
  const answer = await asking(refuse('cancelled'))
  expect(await answer()).toBeInstanceOf(TouchError)
})

test('if it is required, a person without a passkey is led to the page that adds them', async () => {
  open('Required')
  const answer = await asking(refuse('none'))
  await userEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  expect(await answer()).toBeUndefined()
  expect(screen.getByLabelText('path').textContent).toBe('/devices')
})
