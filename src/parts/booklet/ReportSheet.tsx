import { Text, Title } from '@mantine/core'
import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import { imageUrlOf } from '#src/sync/files/find-file.ts'
import { ReportText } from '#src/ui/rich-text/ReportText.tsx'
import type { PaperReport, PaperSignature } from '#src/workers/pdf-client.ts'
import classes from './booklet.module.css'
import { BOOKLET_WORDS as WORDS } from './words.ts'

const PARTS = ['description', 'conclusion', 'recommendation'] as const

/** A report of the booklet on one sheet as long as its text; in print it takes as many pages as needed. */
export function ReportSheet({ report }: { report: PaperReport }) {
  const { name, signatures, addenda = [] } = report
  return (
    <section className={classes.reportSheet} aria-label={WORDS.report(name)}>
      <Title order={3} ta="center" mb="sm">
        {name}
      </Title>
      {PARTS.filter((part) => !isEmptyMarkup(report[part])).map((part) => (
        <div key={part}>
          <Text fw={600} c="dimmed" size="sm">
            {WORDS.parts[part]}
          </Text>
          <ReportText html={report[part]} loadImage={imageUrlOf} />
        </div>
      ))}
      <Signatures signatures={signatures} />
      {addenda.map(({ content, signature }, at) => (
        // Only their position identifies addenda on paper.
        <div key={at} className={classes.addendum}>
          <Text fw={600} c="dimmed" size="sm">
            {WORDS.addendum}
          </Text>
          <ReportText html={content} loadImage={imageUrlOf} />
          <Signatures signatures={[signature]} />
        </div>
      ))}
    </section>
  )
}

function Signatures({ signatures }: { signatures: readonly PaperSignature[] }) {
  return signatures.map(({ role, name, when, note }) => (
    <Text key={role} size="sm" ta="end">
      {WORDS.signedBy[role](name, when)}
      {note !== undefined && (
        <>
          <br />
          {note}
        </>
      )}
    </Text>
  ))
}
