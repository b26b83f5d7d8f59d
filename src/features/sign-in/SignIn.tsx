import { Alert, Button, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { useLink } from '#src/sync/link/use-link.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { CaptchaField } from './CaptchaField.tsx'
import classes from './sign-in.module.css'
import { useAutomaticSignIn } from './use-automatic-sign-in.ts'
import { useCaptcha } from './use-captcha.ts'
import { useSignIn } from './use-sign-in.ts'
import { SIGN_IN_WORDS as WORDS } from './words.ts'

// Loaded lazily, because few people need a code.
const OtpDialog = lazyPart(() => import('./OtpDialog.tsx'))
const PasskeyStep = lazyPart(() => import('./PasskeyStep.tsx'))

export interface SignInProps {
  /** Why the person has to sign in again, if a session ended by itself. */
  notice?: string
}

/** The sign-in screen (docs/screens.md#the-shell). The guard redirects persons who have a session. */
export default function SignIn({ notice }: SignInProps) {
  const { captcha, hasFailed, isShown, refresh, demand } = useCaptcha()
  const { isBusy, error, isUnreached, otp, passkey, signIn, signInByLink, confirmOtp, resendOtp, goOn } =
    useSignIn(demand)
  const { online } = useLink()
  const { isAutomatic, giveUp } = useAutomaticSignIn(signInByLink, online)
  const [fields, setFields] = useState({ username: '', password: '' })
  const [captchaText, setCaptchaText] = useTypedCaptcha(captcha?.id)
  const set = (part: Partial<typeof fields>) => setFields((all) => ({ ...all, ...part }))

  useEffect(() => {
    if (online && hasFailed) void refresh()
  }, [online, hasFailed, refresh])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    giveUp()
    const { username, password } = fields
    const read = captcha && isShown ? { captcha: captchaText.trim(), captcha_id: captcha.id } : {}
    void signIn({ username: username.trim(), password, ...read })
  }

  return (
    <main className={classes.page}>
      <Paper className={classes.card} component="form" onSubmit={submit} aria-label={WORDS.login}>
        <Stack>
          <ProductName />
          <SignInNotes
            isDemo={captcha?.isDemo === true}
            notice={notice}
            needsNetwork={!online || isUnreached}
            isAutomatic={isAutomatic}
            isBusy={isBusy}
            error={otp ? undefined : error}
          />
          <TextInput
            label={WORDS.username}
            value={fields.username}
            onChange={(event) => set({ username: event.currentTarget.value })}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            required
            withAsterisk={false}
          />
          <PasswordInput
            label={WORDS.password}
            value={fields.password}
            onChange={(event) => set({ password: event.currentTarget.value })}
            autoComplete="current-password"
            required
            withAsterisk={false}
          />
          {isShown && (
            <CaptchaField
              captcha={captcha}
              hasFailed={hasFailed}
              value={captchaText}
              onChange={setCaptchaText}
              onRefresh={() => void refresh()}
            />
          )}
          <Button type="submit" loading={isBusy} fullWidth>
            {WORDS.login}
          </Button>
          {typeof PublicKeyCredential === 'function' && (
            <Button variant="default" disabled={!online || isBusy} onClick={() => goOn({})} fullWidth>
              {WORDS.passkey}
            </Button>
          )}
        </Stack>
      </Paper>
      {passkey && (
        <PasskeyStep pending={passkey} onOtp={(code) => goOn(undefined, code)} onClose={() => goOn()} />
      )}
      {otp && (
        <OtpDialog
          pending={otp}
          isBusy={isBusy}
          error={error}
          onConfirm={(pending, code) => void confirmOtp(pending, code)}
          onResend={(pending) => void resendOtp(pending)}
          onClose={() => goOn()}
        />
      )}
    </main>
  )
}

function ProductName() {
  return (
    <Group gap="sm" wrap="nowrap">
      <img className={classes.mark} src="/icons/icon.svg" alt="" />
      <div>
        <Title order={1}>{WORDS.product}</Title>
        <Text c="dimmed" size="sm">
          {WORDS.tagline}
        </Text>
      </div>
    </Group>
  )
}

interface SignInNotesProps {
  isDemo: boolean
  notice: string | undefined
  needsNetwork: boolean
  /** Whether the person signs in by a link, without a press. */
  isAutomatic: boolean
  isBusy: boolean
  error: string | undefined
}

/** What the person has to know before signing in, and why it failed. */
function SignInNotes({ isDemo, notice, needsNetwork, isAutomatic, isBusy, error }: SignInNotesProps) {
  return (
    <>
      {isDemo && (
        <Alert color="blue" title={WORDS.demo}>
          {WORDS.demoHint}
        </Alert>
      )}
      {notice !== undefined && <Alert color="orange">{notice}</Alert>}
      {needsNetwork && (
        <Alert color="orange" role="status">
          {WORDS.needsNetwork}
        </Alert>
      )}
      {isAutomatic && isBusy && <Text role="status">{WORDS.automatic}</Text>}
      {error !== undefined && (
        <Alert color="red" role="alert" title={isAutomatic ? WORDS.automaticFailed : undefined}>
          {error}
        </Alert>
      )}
    </>
  )
}

/** Returns the typed text of one picture: a new picture starts with an empty field. */
function useTypedCaptcha(id: string | undefined) {
  const [typed, setTyped] = useState({ of: '', text: '' })
  const set = (text: string) => setTyped({ of: id ?? '', text })
  return [typed.of === id ? typed.text : '', set] as const
}
