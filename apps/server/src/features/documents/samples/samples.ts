import { routes } from '@penmark/contract'
import type { Binder } from '../../../http/bind.ts'
import type { Owner } from '../../../http/caller.ts'
import { nearestLocale } from '../../../locale/locale.ts'
import { translatorOf } from '../../../locale/texts.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { Events } from '../../../services/events/events.ts'
import type { Queue } from '../../../services/queue/queue.ts'
import { readPlan } from '../../accounts/index.ts'
import { createSampleClass, hasSampleClass, removeSampleClass } from '../../classes/index.ts'
import { deleteSampleDocuments, hasDocumentsInClass, hasSampleDocuments } from '../changes/change-document.ts'
import { storeSamples } from '../upload/store-upload.ts'

interface SamplesDependencies {
  database: Database
  queue: Queue
}

export function bindSamples({ bind }: Binder, dependencies: SamplesDependencies): void {
  bind(routes.addSamples, ({ language }, caller) => addSamples(dependencies, language, caller))
  bind(routes.removeSamples, (_input, caller) => removeSamples(dependencies.database, caller))
}

/** Who wrote a sample. */
export const sampleKinds = ['student', 'ai', 'mixed'] as const
type SampleKind = (typeof sampleKinds)[number]

/**
 * Gives a teacher a sample class and sample documents, which are processed like any others. `language` is
 * that of the names; the essays are English, which is what the detector reads. False if the teacher has
 * samples already.
 */
export async function createSamples(
  connection: Connection,
  queue: Queue,
  { teacher_id, language, now }: Events['profileCompleted'],
): Promise<boolean> {
  await connection.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`samples ${teacher_id}`])
  if (await hasSamples(connection, teacher_id)) return false
  const nameOf = translatorOf('samples', nearestLocale(language ?? ''))
  const { plan } = await readPlan(connection, teacher_id)
  const class_group_id = await createSampleClass(connection, { teacher_id }, nameOf('class'), now)
  const contents = sampleKinds.map((kind) => ({ filename: nameOf(kind), text: sampleTexts[kind] }))
  await storeSamples(connection, queue, contents, { teacher_id, class_group_id, plan, now })
  return true
}

export async function hasSamples(connection: Connection, teacher_id: string): Promise<boolean> {
  const owner = { teacher_id }
  return (await hasSampleDocuments(connection, owner)) || (await hasSampleClass(connection, owner))
}

/** Gives a teacher samples on request. False, and nothing changes, if there are some already. */
async function addSamples(
  { database, queue }: SamplesDependencies,
  language: string | undefined,
  { teacher_id }: Owner,
): Promise<{ added: boolean }> {
  const added = await database.transaction((connection) =>
    createSamples(connection, queue, { teacher_id, language, now: new Date() }),
  )
  return { added }
}

/** Removes the remaining samples. Removing them again changes nothing. */
function removeSamples(database: Database, owner: Owner): Promise<{ documents: number }> {
  return database.transaction(async (connection) => {
    const now = new Date()
    const documents = await deleteSampleDocuments(connection, owner, now)
    await removeSampleClass(connection, owner, now, (id) =>
      hasDocumentsInClass(connection, owner.teacher_id, id),
    )
    return { documents }
  })
}

/**
 * Essays for the samples. They go through the same detector as every document: a test states what it finds in
 * them. The student is Jane Austen, who wrote this at fifteen ("The History of England", 1791, in the public
 * domain): an AI's text must not be shown as a person's. The mixed text begins with two of her paragraphs.
 */
export const sampleTexts: Record<SampleKind, string> = {
  student: `Henry the 4th ascended the throne of England much to his own satisfaction in the year 1399, after having prevailed on his cousin and predecessor Richard the 2nd, to resign it to him, and to retire for the rest of his life to Pomfret Castle, where he happened to be murdered. It is to be supposed that Henry was married, since he had certainly four sons, but it is not in my power to inform the Reader who was his wife. Be this as it may, he did not live for ever, but falling ill, his son the Prince of Wales came and took away the crown; whereupon the King made a long speech, for which I must refer the Reader to Shakespear's Plays, and the Prince made a still longer. Things being thus settled between them the King died, and was succeeded by his son Henry who had previously beat Sir William Gascoigne.

This Prince after he succeeded to the throne grew quite reformed and amiable, forsaking all his dissipated companions, and never thrashing Sir William again. During his reign, Lord Cobham was burnt alive, but I forget what for. His Majesty then turned his thoughts to France, where he went and fought the famous Battle of Agincourt. He afterwards married the King's daughter Catherine, a very agreable woman by Shakespear's account. In spite of all this however he died, and was succeeded by his son Henry.

I cannot say much for this Monarch's sense. Nor would I if I could, for he was a Lancastrian. I suppose you know all about the Wars between him and the Duke of York who was of the right side; if you do not, you had better read some other History, for I shall not be very diffuse in this, meaning by it only to vent my spleen against, and shew my hatred to all those people whose parties or principles do not suit with mine, and not to give information. This King married Margaret of Anjou, a Woman whose distresses and misfortunes were so great as almost to make me who hate her, pity her. It was in this reign that Joan of Arc lived and made such a row among the English. They should not have burnt her - but they did. There were several Battles between the Yorkists and Lancastrians, in which the former (as they ought) usually conquered. At length they were entirely overcome; The King was murdered - The Queen was sent home - and Edward the 4th ascended the Throne.`,

  ai: `Social media has become an integral part of modern life, fundamentally transforming the way people communicate, share information, and build relationships. While these platforms offer numerous benefits, they also present significant challenges that must be carefully considered. This essay will explore both the advantages and disadvantages of social media, ultimately arguing that responsible use is essential for maximising its positive impact.

One of the most significant advantages of social media is its ability to connect people across geographical boundaries. Platforms such as Instagram and WhatsApp allow individuals to maintain meaningful relationships with friends and family regardless of distance. Furthermore, social media plays a crucial role in raising awareness of important social issues. Movements that might once have remained local can now gain global attention, empowering marginalised communities and fostering a sense of collective responsibility.

However, it is important to acknowledge the potential drawbacks of excessive social media use. Numerous studies have highlighted a correlation between prolonged screen time and increased levels of anxiety and depression, particularly among young people. The constant exposure to carefully curated images can create unrealistic expectations, leading to feelings of inadequacy and low self-esteem. Additionally, the rapid spread of misinformation poses a serious threat to informed public discourse, undermining trust in institutions and contributing to social polarisation.

To address these challenges, a multifaceted approach is required. Schools play a vital role in promoting digital literacy, equipping students with the critical thinking skills necessary to navigate the online landscape. Parents should encourage open conversations about healthy boundaries, while technology companies must take greater responsibility for the content shared on their platforms. By working together, these stakeholders can create a safer and more inclusive digital environment.

In conclusion, social media is a powerful tool that offers both opportunities and risks. While it has the potential to enhance communication and drive positive change, it also requires careful and mindful engagement. By fostering digital literacy and encouraging responsible behaviour, society can harness the benefits of social media while mitigating its negative effects, ensuring that it remains a force for good in an increasingly interconnected world.`,

  mixed: `Henry the 4th ascended the throne of England much to his own satisfaction in the year 1399, after having prevailed on his cousin and predecessor Richard the 2nd, to resign it to him, and to retire for the rest of his life to Pomfret Castle, where he happened to be murdered. It is to be supposed that Henry was married, since he had certainly four sons, but it is not in my power to inform the Reader who was his wife. Be this as it may, he did not live for ever, but falling ill, his son the Prince of Wales came and took away the crown; whereupon the King made a long speech, for which I must refer the Reader to Shakespear's Plays, and the Prince made a still longer. Things being thus settled between them the King died, and was succeeded by his son Henry who had previously beat Sir William Gascoigne.

This Prince after he succeeded to the throne grew quite reformed and amiable, forsaking all his dissipated companions, and never thrashing Sir William again. During his reign, Lord Cobham was burnt alive, but I forget what for. His Majesty then turned his thoughts to France, where he went and fought the famous Battle of Agincourt. He afterwards married the King's daughter Catherine, a very agreable woman by Shakespear's account. In spite of all this however he died, and was succeeded by his son Henry.

The reign of Henry VI represents one of the most complex and consequential periods in English history. Ascending the throne as an infant, Henry inherited not only the crown of England but also the contested claim to France, a legacy that would ultimately prove impossible to sustain. His minority was marked by significant political rivalry among powerful nobles, which undermined the stability of the government and highlighted the challenges of regency rule. Furthermore, the loss of English territories in France played a crucial role in eroding public confidence in the monarchy.

The Wars of the Roses, which emerged from these underlying tensions, fundamentally transformed the political landscape of the nation. While traditional accounts have emphasised the personal weaknesses of the king, it is important to acknowledge the broader structural factors that contributed to the conflict. Economic difficulties, weak central authority and competing dynastic claims all played a significant role in shaping the course of events. Additionally, the influence of Margaret of Anjou underscores the vital contribution of women to the politics of the period, demonstrating her determination and resilience in the face of adversity.

In conclusion, the reign of Henry VI offers valuable insights into the delicate balance between royal authority and noble ambition. By examining the interplay of personal, political and economic factors, historians can develop a deeper understanding of how medieval kingship evolved, ultimately paving the way for the emergence of the Tudor dynasty and a more centralised state.`,
}
