import { Tabs } from '@mantine/core'
import { CRITICAL_COLOUR, studyTag } from '#contract/masters/study-tag.ts'
import { MasterForm, type MasterFormProps } from '#src/ui/master/MasterForm.tsx'
import { MasterList } from '#src/ui/master/MasterList.tsx'
import classes from '../masters.module.css'
import { HUB_WORDS as WORDS } from '../words.ts'

const NORMAL = { type: 'Normal' } as const
const CRITICAL = { type: 'Critical' } as const

/** Tags of studies in two tabs (docs/masters.md#texts). */
export default function StudyTags() {
  return (
    <Tabs defaultValue="Normal" keepMounted={false} classNames={{ root: classes.tabs, panel: classes.tab }}>
      <Tabs.List aria-label={WORDS.kinds} mb="sm">
        <Tabs.Tab value="Normal">{WORDS.normal}</Tabs.Tab>
        <Tabs.Tab value="Critical">{WORDS.critical}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="Normal">
        <MasterList master={studyTag} fixed={NORMAL} />
      </Tabs.Panel>
      <Tabs.Panel value="Critical">
        <MasterList master={studyTag} fixed={CRITICAL} form={CriticalTagForm} />
      </Tabs.Panel>
    </Tabs>
  )
}

const FIXED_COLOUR = {
  widgets: {
    color_code: {
      value: CRITICAL_COLOUR,
      disabled: true,
      field: { ...studyTag.fields.color_code, hint: WORDS.fixedColour },
    },
  },
}

/** Critical tags have one fixed colour, which is shown but not edited (docs/masters.md#lists). */
function CriticalTagForm(props: MasterFormProps<typeof studyTag>) {
  return <MasterForm {...props} fields={FIXED_COLOUR} />
}
