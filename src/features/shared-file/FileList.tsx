import { ActionIcon, Group, Paper, Text, Title } from '@mantine/core'
import { IconFileTypePdf, IconX } from '@tabler/icons-react'
import { useMemo } from 'react'
import { MEDIA_TYPES, sniff } from '#domain/file/sniff.ts'
import { dropSharedFiles, type KeptFile } from '#src/sync/shared-files/kept-files.ts'
import { usePageAddress } from '#src/ui/files/use-page-address.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import classes from './shared-file.module.css'
import { SHARED_WORDS as WORDS } from './words.ts'

/** The waiting files, each as a picture or by name; if there are several, each can be left out. */
export function FileList({ files }: { files: readonly KeptFile[] }) {
  const [box, act] = useAct()
  return (
    <Paper component="section" aria-label={WORDS.files} className={classes.panel} p="md">
      <Title order={2} size="h4">
        {WORDS.files}
      </Title>
      <div ref={box}>
        <RefusalNote act={act} />
      </div>
      <ul className={classes.files}>
        {files.map((file) => (
          <li key={file.id} className={classes.file}>
            <Group justify="space-between" wrap="nowrap" gap="xs">
              <Text size="sm" truncate>
                {file.name}
              </Text>
              {files.length > 1 && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={WORDS.leave(file.name)}
                  onClick={() => void act.run(() => dropSharedFiles([file.id]))}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              )}
            </Group>
            <Preview file={file} />
          </li>
        ))}
      </ul>
    </Paper>
  )
}

function Preview({ file }: { file: KeptFile }) {
  const kind = sniff(file.bytes)
  const type = kind && MEDIA_TYPES[kind]
  const url = useFileAddress(file, type)
  if (type === undefined || !type.startsWith('image/'))
    return <IconFileTypePdf size={48} stroke={1.2} aria-hidden />
  return url === undefined ? null : (
    <img className={classes.picture} src={url} alt={WORDS.preview(file.name)} />
  )
}

/** Returns an object URL of the bytes, revoked when the file leaves the list. */
function useFileAddress({ id, bytes }: KeptFile, type: string | undefined): string | undefined {
  const blob = useMemo(
    () => (type === undefined ? undefined : new Blob([bytes], { type })),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the bytes of an id never change, and each reading of the table makes them anew
    [id, type],
  )
  return usePageAddress(blob)
}
