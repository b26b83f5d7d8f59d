import { ActionIcon, Group, Skeleton, Stack, TextInput } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import classes from './sign-in.module.css'
import type { Captcha } from './use-captcha.ts'
import { SIGN_IN_WORDS as WORDS } from './words.ts'

export interface CaptchaFieldProps {
  captcha: Captcha | undefined
  hasFailed: boolean
  value: string
  onChange: (text: string) => void
  onRefresh: () => void
}

/** The captcha picture, a button for another one, and the input field. */
export function CaptchaField({ captcha, hasFailed, value, onChange, onRefresh }: CaptchaFieldProps) {
  return (
    <Stack gap="xs">
      <Group gap="xs" wrap="nowrap">
        {captcha ? (
          <img className={classes.captcha} src={captcha.src} alt={WORDS.captchaPicture} />
        ) : (
          <Skeleton className={classes.captcha} animate={!hasFailed} />
        )}
        <ActionIcon variant="default" size="lg" onClick={onRefresh} aria-label={WORDS.refreshCaptcha}>
          <IconRefresh size={18} aria-hidden />
        </ActionIcon>
      </Group>
      <TextInput
        label={WORDS.captcha}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        required={captcha !== undefined}
        withAsterisk={false}
        error={hasFailed ? WORDS.captchaFailed : undefined}
      />
    </Stack>
  )
}
