import { Alert, Button, CopyButton, Group, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { settingsCalls } from '#contract/calls/settings.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import classes from '../settings.module.css'
import { SETTINGS_WORDS as WORDS } from '../words.ts'

export interface XmlTokenProps {
  /** The address to which reports are posted, without the token. */
  address: string
  hasToken: boolean
  refusal: string | undefined
  onRenewed: () => void
}

/** Returns the whole address: if the server has no configured one, with the origin of this page. */
const whole = (address: string) => (address.startsWith('/') ? location.origin + address : address)

/** The address that receives reports as XML; its token is shown only when it is created. */
export function XmlToken({ address, hasToken, refusal, onRenewed }: XmlTokenProps) {
  const [fresh, setFresh] = useState<string>()
  const parts = useAct()
  const [, act] = parts
  const renew = async () => {
    const isSure =
      !hasToken ||
      (await confirmAction({
        title: WORDS.xmlRenewTitle,
        message: WORDS.xmlRenewMessage,
        confirmLabel: WORDS.xmlRenew,
        danger: true,
      }))
    if (!isSure) return
    await act.run(async () => {
      const { result } = await callApi(settingsCalls.renewXmlToken, {})
      setFresh(whole(result.url))
      onRenewed()
    })
  }
  return (
    <section className={classes.section}>
      <Title order={3} size="h5">
        {WORDS.xmlInTitle}
      </Title>
      <Text c="dimmed" size="sm">
        {WORDS.xmlInHint}
      </Text>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput label={WORDS.xmlAddress} value={fresh ?? `${whole(address)}…`} readOnly flex={1} />
        {fresh !== undefined && (
          <CopyButton value={fresh}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? WORDS.copied : WORDS.copy}
              </Button>
            )}
          </CopyButton>
        )}
      </Group>
      {fresh !== undefined ? (
        <Alert color="orange" variant="light" role="status">
          {WORDS.xmlOnce}
        </Alert>
      ) : (
        <Text size="sm">{hasToken ? WORDS.xmlHas : WORDS.xmlNone}</Text>
      )}
      <ActBox parts={parts}>
        <OnlineButton variant="default" loading={act.isBusy} refusal={refusal} onClick={() => void renew()}>
          {hasToken ? WORDS.xmlRenew : WORDS.xmlMake}
        </OnlineButton>
      </ActBox>
    </section>
  )
}
