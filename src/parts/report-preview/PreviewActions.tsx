import { Button, Group, Menu, Tooltip } from '@mantine/core'
import { IconChevronDown, IconColumns2, IconDownload, IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { ReportDetail } from '#contract/calls/reports.ts'
import { KEY_IMAGE_LAYOUTS, type KeyImageLayout } from '#domain/study/booklet.ts'
import { addendumReason, isAddendumOffered } from '#src/parts/addendum/addendum-rule.ts'
import { printPdf } from '#src/parts/booklet/print-pdf.ts'
import { imagesReason } from '#src/parts/open-images/open-images.ts'
import { IMAGES_WORDS } from '#src/parts/open-images/words.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { downloadBlob } from '#src/ui/files/download-blob.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import paper from '#src/ui/pdf-frame.module.css'
import type { ReportPdf } from './use-report-pdf.ts'
import { VerifyButton } from './VerifyButton.tsx'
import { PREVIEW_WORDS as WORDS } from './words.ts'

const AddendumDialog = lazyPart(() =>
  import('#src/parts/addendum/AddendumDialog.tsx').then((module) => ({ default: module.AddendumDialog })),
)
const BookletView = lazyPart(() =>
  import('#src/parts/booklet/BookletView.tsx').then((module) => ({ default: module.BookletView })),
)
const KeyImages = lazyPart(() =>
  import('#src/parts/booklet/KeyImages.tsx').then((module) => ({ default: module.KeyImages })),
)

interface PreviewActionsProps {
  detail: ReportDetail
  pdf: ReportPdf
  /** A replaced revision is shown: it can be neither verified nor appended to. */
  isOldRevision: boolean
  isBeside: boolean
  onBeside: (isBeside: boolean) => void
}

type Opened = 'addendum' | 'booklet' | KeyImageLayout

/** Download, Print, Verify, Addendum, View Booklet, View Key Images (docs/reports.md#preview-and-paper). */
export function PreviewActions(props: PreviewActionsProps) {
  const { detail, pdf, isOldRevision, isBeside, onBeside } = props
  const { online } = useLink()
  const session = useSession()
  const [opened, open] = useState<Opened>()
  const close = () => open(undefined)
  const { study } = detail
  const { blob, name } = pdf
  const refusal = pdf.isHeld ? WORDS.held : blob ? undefined : WORDS.notMade
  const hasBooklet = session?.main_modules.includes('booklet') ?? false
  return (
    <Group gap="xs">
      <ReasonedButton
        reason={refusal}
        icon={<IconDownload size={16} aria-hidden />}
        onClick={() => blob && name && downloadBlob(blob, name)}
      >
        {WORDS.download}
      </ReasonedButton>
      <ReasonedButton
        reason={refusal}
        icon={<IconPrinter size={16} aria-hidden />}
        onClick={() => blob && void printPdf(blob)}
      >
        {WORDS.print}
      </ReasonedButton>
      {session && isAddendumOffered(session) && !isOldRevision && (
        <ReasonedButton reason={addendumReason(session, study)} onClick={() => open('addendum')}>
          {WORDS.addendum}
        </ReasonedButton>
      )}
      {hasBooklet && (
        <Button variant="default" onClick={() => open('booklet')}>
          {WORDS.viewBooklet}
        </Button>
      )}
      {hasBooklet && <KeyImagesMenu onPick={open} />}
      <ReasonedButton
        reason={imagesReason(study, online)}
        icon={<IconColumns2 size={16} aria-hidden />}
        isPressed={isBeside}
        onClick={() => onBeside(!isBeside)}
      >
        {IMAGES_WORDS.beside}
      </ReasonedButton>
      {!isOldRevision && <VerifyButton detail={detail} />}
      {opened === 'addendum' && <AddendumDialog detail={detail} opened onClose={close} />}
      {opened === 'booklet' && <BookletView studyId={study.id} opened onClose={close} />}
      <KeyImagesModal studyId={study.id} layout={layoutOf(opened)} onClose={close} />
    </Group>
  )
}

const layoutOf = (opened: Opened | undefined) => KEY_IMAGE_LAYOUTS.find((layout) => layout === opened)

function KeyImagesMenu({ onPick }: { onPick: (layout: KeyImageLayout) => void }) {
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {WORDS.viewKeyImages}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {KEY_IMAGE_LAYOUTS.map((layout) => (
          <Menu.Item key={layout} onClick={() => onPick(layout)}>
            {WORDS.layoutOf(layout)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface KeyImagesModalProps {
  studyId: string
  layout: KeyImageLayout | undefined
  onClose: () => void
}

function KeyImagesModal({ studyId, layout, onClose }: KeyImagesModalProps) {
  return (
    <Dialog
      opened={layout !== undefined}
      onClose={onClose}
      title={layout && WORDS.keyImagesIn(layout)}
      size="min(1000px, 94vw)"
      classNames={{ content: paper.dialog, body: paper.body }}
    >
      {layout && <KeyImages studyId={studyId} layout={layout} />}
    </Dialog>
  )
}

interface ReasonedButtonProps {
  /** Why it cannot be done now; the button is then shown but inactive. */
  reason: string | undefined
  icon?: ReactNode
  /** For a toggle button. */
  isPressed?: boolean
  onClick: () => void
  children: string
}

function ReasonedButton({ reason, icon, isPressed, onClick, children }: ReasonedButtonProps) {
  return (
    <Tooltip label={reason} disabled={reason === undefined}>
      <Button
        variant={isPressed ? 'light' : 'default'}
        aria-pressed={isPressed}
        leftSection={icon}
        data-disabled={reason !== undefined || undefined}
        aria-disabled={reason !== undefined}
        aria-description={reason}
        onClick={() => reason === undefined && onClick()}
      >
        {children}
      </Button>
    </Tooltip>
  )
}
