import { Alert, Button, Group, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { ownPasswordCalls } from '#contract/calls/password-links.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { PASSWORD_MAX, PASSWORD_NOTE, refusePassword } from '#domain/access/password-rule.ts'
import { callBare } from '#src/sync/api/call-bare.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import { PublicPage } from '#src/ui/PublicPage.tsx'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { forgetPasswordSecret, passwordSecret } from './password-secret.ts'
import classes from './set-password.module.css'
import { SET_PASSWORD_WORDS as WORDS } from './words.ts'

type Opened = OutputOf<typeof ownPasswordCalls.open>['result']
type Link =
  | { kind: 'looking' | 'none' | 'over' | 'done' }
  | { kind: 'failed'; words: string }
  | { kind: 'open'; of: Opened }

/** The page of a link with which a person sets their own password; it needs no session and stores nothing. */
export default function SetPassword() {
  const [secret] = useState(passwordSecret)
  const [link, setLink] = useState<Link>({ kind: secret === undefined ? 'none' : 'looking' })
  const look = useStableCallback(async () => {
    if (secret === undefined) return
    try {
      const { result } = await callBare(ownPasswordCalls.open, { secret })
      setLink({ kind: 'open', of: result })
    } catch (problem) {
      setLink(whyNot(problem))
    }
  })
  useEffect(() => void look(), [look])
  return (
    <PublicPage maxWidth={420}>
      <Group gap="sm" wrap="nowrap">
        <img className={classes.mark} src="/icons/icon.svg" alt="" />
        <div>
          <Text c="dimmed" size="sm">
            {WORDS.product}
          </Text>
          <Title order={1} size="h2">
            {WORDS.title}
          </Title>
        </div>
      </Group>
      {link.kind === 'looking' && <Text role="status">{WORDS.looking}</Text>}
      {link.kind === 'none' && <Note title={WORDS.over}>{WORDS.noLink}</Note>}
      {link.kind === 'over' && <Note title={WORDS.over}>{WORDS.overHint}</Note>}
      {link.kind === 'failed' && (
        <>
          <Note title={WORDS.failed}>{link.words}</Note>
          <Button variant="default" onClick={() => void look()}>
            {WORDS.again}
          </Button>
        </>
      )}
      {link.kind === 'open' && secret !== undefined && (
        <NewPassword secret={secret} of={link.of} onSet={setLink} />
      )}
      {link.kind === 'done' && (
        <>
          <Alert color="teal" role="status" title={WORDS.done}>
            {WORDS.doneHint}
          </Alert>
          <Button component="a" href="/">
            {WORDS.signIn}
          </Button>
        </>
      )}
    </PublicPage>
  )
}

const Note = ({ title, children }: { title: string; children: ReactNode }) => (
  <Alert color="orange" role="alert" title={title}>
    {children}
  </Alert>
)

interface NewPasswordProps {
  secret: string
  of: Opened
  onSet: (link: Link) => void
}

const BLANK = { new_password: '', confirm_password: '' }
const LABELS = { new_password: WORDS.next, confirm_password: WORDS.confirm } as const
type Name = keyof typeof LABELS
type Errors = Partial<Record<Name, string>>

function NewPassword({ secret, of, onSet }: NewPasswordProps) {
  const [typed, setTyped] = useState(BLANK)
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const broken = brokenRules(typed)
    setErrors(broken)
    setFailure(undefined)
    if (Object.keys(broken).length > 0 || isBusy) return
    setBusy(true)
    try {
      await callBare(ownPasswordCalls.set, { secret, ...typed })
      forgetPasswordSecret()
      onSet({ kind: 'done' })
    } catch (problem) {
      const why = whyNot(problem)
      if (why.kind === 'over') return onSet(why)
      setErrors(rulesOf(problem))
      setFailure(why.kind === 'failed' ? why.words : undefined)
    } finally {
      setBusy(false)
    }
  }
  const field = (name: Name, description?: string) => (
    <PasswordInput
      label={LABELS[name]}
      description={description}
      maxLength={PASSWORD_MAX}
      autoComplete="new-password"
      value={typed[name]}
      error={errors[name]}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped((before) => ({ ...before, [name]: text }))
      }}
    />
  )
  return (
    <form onSubmit={(event) => void submit(event)} aria-label={WORDS.title}>
      <Stack>
        <Text>{WORDS.user(of.name, of.username)}</Text>
        {/* Tells a password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={of.username} readOnly hidden />
        {field('new_password', PASSWORD_NOTE)}
        {field('confirm_password')}
        {failure !== undefined && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <Button type="submit" loading={isBusy} fullWidth>
          {WORDS.set}
        </Button>
      </Stack>
    </form>
  )
}

function whyNot(problem: unknown): Extract<Link, { kind: 'over' | 'failed' }> | { kind: 'over' } {
  if (problem instanceof ApiError && problem.code === 'link_over') return { kind: 'over' }
  return { kind: 'failed', words: problem instanceof Error ? problem.message : String(problem) }
}

function brokenRules(typed: Record<Name, string>): Errors {
  const broken: Errors = {}
  for (const name of Object.keys(LABELS) as Name[])
    if (typed[name] === '') broken[name] = WORDS.required(LABELS[name])
  const weak = refusePassword(typed.new_password)
  if (weak) broken.new_password ??= WORDS.rule(WORDS.next, weak)
  if (typed.confirm_password !== typed.new_password) broken.confirm_password ??= WORDS.differs
  return broken
}

const rulesOf = (problem: unknown): Errors =>
  Object.fromEntries(
    Object.entries(problem instanceof ApiError ? (problem.fields ?? {}) : {}).map(([name, rule]) => [
      name,
      WORDS.rule(LABELS[name as Name] ?? name, rule),
    ]),
  )
