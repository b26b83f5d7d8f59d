import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconPrinter } from '@tabler/icons-react'
import { adminLinkCalls, type PasswordLink, passwordLinkCalls } from '#contract/calls/password-links.ts'
import type { ClientRecord } from '#contract/masters/client.ts'
import type { UserRecord } from '#contract/masters/user.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { accessPaper, printHtml } from '#src/parts/portal-access/print-access.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { notifyDone, notifyError } from '#src/ui/notes/notify.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { PASSWORD_LINK_WORDS as WORDS } from './words.ts'

const QR_PIXELS = 528

type Person = Pick<UserRecord, 'id' | 'name' | 'username'>

/** Creates a link for setting a password; shows where it was sent, or shows the link once. Throws refusals. */
export function makePasswordLink({ id, name, username }: Person): Promise<void> {
  return tell(() => callApi(passwordLinkCalls.make, { id }), { name, username })
}

/** Works like makePasswordLink, for the administrator of a client of the platform. */
export function makeAdminLink({ id, fname, lname, email }: ClientRecord): Promise<void> {
  return tell(() => callApi(adminLinkCalls.make, { id }), { name: `${fname} ${lname}`, username: email })
}

/** Notifies that no link was created: the form may be closed by then. */
export const notifyNoLink = (problem: unknown) => notifyError(problem, WORDS.linkFailed)

async function tell(
  make: () => Promise<{ message: string; result: PasswordLink }>,
  { name, username }: Omit<Person, 'id'>,
): Promise<void> {
  const { message, result } = await make()
  if (result.url === '') return notifyDone(message)
  modals.open({
    title: WORDS.linkOf(name),
    centered: true,
    size: 'lg',
    closeOnClickOutside: false,
    children: <ShownLink link={result} username={username} />,
  })
}

function ShownLink({ link: { url, expires }, username }: { link: PasswordLink; username: string }) {
  // A server that does not know its own address returns only the path.
  const address = new URL(url, location.origin).href
  const until = WORDS.linkUntil(formatDateTime(new Date(expires), branchZone()))
  const [box, act] = useAct()
  const print = async () => {
    const { toDataURL } = await import('qrcode')
    const qr = await toDataURL(address, { width: QR_PIXELS, margin: 2, errorCorrectionLevel: 'M' })
    printHtml(accessPaper({ title: WORDS.linkTitle, text: WORDS.linkPaper(username, address, until), qr }))
  }
  return (
    <Stack>
      <Text size="sm">{WORDS.linkOnce}</Text>
      <TextInput
        label={WORDS.link}
        description={until}
        value={address}
        readOnly
        rightSectionWidth={88}
        rightSection={
          <CopyButton value={address}>
            {({ copied, copy }) => (
              <Button size="compact-sm" variant="default" onClick={copy}>
                {copied ? WORDS.copied : WORDS.copy}
              </Button>
            )}
          </CopyButton>
        }
      />
      <Group justify="flex-end" ref={box}>
        <RefusalNote act={act} />
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => void act.run(print)}
        >
          {WORDS.print}
        </Button>
        <Button onClick={() => modals.closeAll()}>{WORDS.done}</Button>
      </Group>
    </Stack>
  )
}
