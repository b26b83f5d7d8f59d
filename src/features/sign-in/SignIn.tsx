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
  // The typed text belongs to one picture: a new picture starts with an empty field.
  const [reading, setReading] = useState({ of: '', text: '' })
  const captchaText = reading.of === captcha?.id ? reading.text : ''
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
          <Group gap="sm" wrap="nowrap">
            <img className={classes.mark} src="/icons/icon.svg" alt="" />
            <div>
              <Title order={1}>{WORDS.product}</Title>
              <Text c="dimmed" size="sm">
                {WORDS.tagline}
              </Text>
            </div>
          </Group>
          {captcha?.isDemo && (
            <Alert color="blue" title={WORDS.demo}>
              {WORDS.demoHint}
            </Alert>
          )}
          {notice !== undefined && <Alert color="orange">{notice}</Alert>}
          {(!online || isUnreached) && (
            <Alert color="orange" role="status">
              {WORDS.needsNetwork}
            </Alert>
          )}
          {isAutomatic && isBusy && <Text role="status">{WORDS.automatic}</Text>}
          {error !== undefined && !otp && (
            <Alert color="red" role="alert" title={isAutomatic ? WORDS.automaticFailed : undefined}>
              {error}
            </Alert>
          )}
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
              onChange={(text) => setReading({ of: captcha?.id ?? '', text })}
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
