import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { toDataURL } from 'qrcode'
import { useEffect, useMemo, useState } from 'react'
import type { PortalAccess } from '#contract/calls/portal.ts'
import { formatDate } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { AccessMessage } from './AccessMessage.tsx'
import { accessTexts } from './access-texts.ts'
import type { PortalAccessFormProps } from './PortalAccessForm.tsx'
import classes from './portal-access.module.css'
import { accessPaper, printHtml } from './print-access.ts'
import { PORTAL_WORDS as WORDS } from './words.ts'

const QR_PIXELS = 528

export interface GivenAccessProps extends PortalAccessFormProps {
  access: PortalAccess
}

/** The newly granted access: credentials, link, code and paper, and ways to send them. */
export function GivenAccess(props: GivenAccessProps) {
  const { study, person, settings, access } = props
  const texts = useMemo(
    () => accessTexts(access, person, settings, study.study_desc),
    [access, person, settings, study.study_desc],
  )
  const qr = useQrCode(texts.link)
  return (
    <Stack>
      <div className={classes.given}>
        <Stack gap="xs">
          <Text fw={600}>{WORDS.credentials}</Text>
          <Text className={classes.text}>{texts.message}</Text>
        </Stack>
        {qr && <img className={classes.code} src={qr} alt={WORDS.qr} width={176} height={176} />}
      </div>
      <TextInput
        label={WORDS.link}
        description={WORDS.until(formatDate(new Date(access.expires), branchZone()))}
        value={texts.link}
        readOnly
        rightSectionWidth={88}
        rightSection={
          <CopyButton value={texts.link}>
            {({ copied, copy }) => (
              <Button size="compact-sm" variant="default" onClick={copy}>
                {copied ? WORDS.copied : WORDS.copy}
              </Button>
            )}
          </CopyButton>
        }
      />
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" flex={1}>
          {WORDS.once}
        </Text>
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          disabled={!qr}
          onClick={() =>
            qr &&
            printHtml(
              accessPaper({
                title: WORDS.title,
                text: texts.print,
                qr,
                language: person.texts?.language ?? 'en',
              }),
            )
          }
        >
          {WORDS.print}
        </Button>
      </Group>
      <AccessMessage {...props} text={texts.message} />
    </Stack>
  )
}

/** Returns the QR code of a link as an image; undefined while it is generated. */
function useQrCode(link: string): string | undefined {
  const [drawn, setDrawn] = useState<{ link: string; src: string }>()
  useEffect(() => {
    let isCurrent = true
    void toDataURL(link, { width: QR_PIXELS, margin: 2, errorCorrectionLevel: 'M' }).then((src) => {
      if (isCurrent) setDrawn({ link, src })
    })
    return () => {
      isCurrent = false
    }
  }, [link])
  return drawn?.link === link ? drawn.src : undefined
}
