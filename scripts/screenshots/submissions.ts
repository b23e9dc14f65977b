/**
 * Invented student work for the screenshots. The second reads like a machine's, and a paragraph of the third;
 * the others like a person's.
 */
export const submissions = [
  {
    name: 'amelia-the-allotment.txt',
    text: `My grandad has had the same allotment since 1981 and he will tell you the number of every year something went wrong. 1987, the storm. 1995, no rain until September, and he carried bath water down the hill in two paint tins. 2012, slugs, which he says as if it were a person's name.

I used to be sent there on Saturdays as a sort of punishment, I think, though nobody called it that. My job was stones. You pick them out of the bed and put them in a bucket, and next year there are more, and nobody can explain to you where they come from. I asked him once and he said the earth sweats them out. I believed that until Year 8.

What changed my mind about the place was a small thing. I had planted one row of beans by myself, badly, in a line that bent like a dog's leg. He didn't straighten it. He put his own rows in next to mine and bent them too, so that from the path it looked as though we had meant it. I don't think I have ever been paid a bigger compliment and he has never mentioned it.`,
  },
  {
    name: 'essay-school-uniforms.txt',
    text: `School uniforms have long been a topic of debate in educational institutions around the world. While some argue that uniforms stifle individuality and self-expression, others believe that they play a crucial role in fostering a sense of unity and belonging among students. In this essay, I will explore the various benefits and drawbacks of school uniforms, ultimately arguing that they contribute positively to the overall learning environment.

One of the primary advantages of school uniforms is that they promote equality among students from diverse socioeconomic backgrounds. When everyone wears the same attire, the visible differences between students are significantly reduced, which can help to minimise bullying and peer pressure. Furthermore, uniforms allow students to focus on their academic goals rather than worrying about the latest fashion trends. This, in turn, creates a more inclusive and supportive atmosphere in which every student can thrive.

Additionally, school uniforms can enhance discipline and instil a sense of responsibility. By adhering to a consistent dress code, students learn the importance of following rules and maintaining a professional appearance. These valuable lessons not only benefit them during their school years but also prepare them for future careers. Moreover, uniforms can improve school safety by making it easier to identify individuals who do not belong on campus.

However, it is important to acknowledge the potential drawbacks of school uniforms. Critics argue that uniforms limit creativity and prevent students from expressing their unique identities. While this concern is valid, there are numerous other ways for students to showcase their individuality, such as through art, music, and extracurricular activities.

In conclusion, school uniforms offer a wide range of benefits that outweigh their limitations. By promoting equality, enhancing discipline, and fostering a sense of community, uniforms play a vital role in creating a positive and effective learning environment for all students.`,
  },
  {
    name: 'history-the-canal.txt',
    text: `Our town has a canal that goes nowhere. It stops behind the Co-op, at a wall, with a heron standing on it most mornings. Mum says it used to go to the sea and Dad says it never did, so for my project I went to the record office, which is a room above the library with one lady in it called Mrs Pugh.

The construction of canals during the Industrial Revolution played a pivotal role in transforming the British economy. These waterways facilitated the efficient transportation of goods, such as coal, iron, and textiles, thereby enabling rapid industrial growth. Furthermore, canals significantly reduced the cost of transporting heavy materials, which contributed to the expansion of trade and the development of new markets across the country. Moreover, the rise of canals fostered economic growth in previously isolated regions, creating new opportunities for employment and innovation.

Mrs Pugh found me the company book. It turns out that they were both wrong, or both right. The canal was dug as far as the wall in 1794 and then the money ran out, and the man who had the money ran out too, to Portugal. So it was meant to go to the sea. There is a drawing of the lock they never built. I have copied it below and I am quite proud of the gates.`,
  },
  {
    name: 'the-62-bus.txt',
    text: `We should keep the bus that stops outside school, even though the council says only eleven people use it. I counted, and on Tuesday it was nineteen, because of orchestra. The council counted in the holidays.

The main reason is that the next bus goes from the hospital, and to get there you cross the ring road, where there is no crossing, only a gap in the barrier that everybody uses. My brother does this every day with a cello. If the 62 stops coming, more people will do it, and it will be dark by four for three months of the year.

The other reason is money. A season ticket for the 62 is £9 a week. If our parents drive instead, there will be perhaps fifteen more cars in Priory Lane at half past eight, and the council has just spent money on bollards to get cars out of Priory Lane. So they would be paying twice.

People say nobody needs a bus that is nearly empty. I would say that a fire engine is nearly always empty too.`,
  },
  {
    name: 'homework-in-year-7.txt',
    text: `I was asked if homework should be set in the first term of Year 7. I asked my sister, who is in Year 7, and she said obviously not, so here is what I think instead.

Homework in Year 7 is mostly finishing things off. That sounds fair, but the people who have something to finish are the slow ones, and I am one of them. So the person who found the lesson hardest goes home with the most to do and nobody to ask. In maths I once spent an hour and a half on a sheet that my friend did while the register was being taken.

On the other hand my grandmother never had homework and says she regrets it, because in the end she had to learn how to study on her own at nineteen, with a baby. I think she has a point. You do have to learn it at some stage.

My answer would be reading, and nothing else, until Christmas. You cannot be slow at reading in a way that anybody sees.`,
  },
  {
    name: 'river-report.txt',
    text: `The report says that our river is "moderate". I wanted to know what that meant, so I asked Mr Okoro for the table, and it turns out that you are moderate if you miss a single one of about thirty things. We miss phosphate. We get the rest right, even the fish.

Where does the phosphate come from? Half of it is from the treatment works at Denby, which is not their fault, since they were built for 9,000 people and there are 14,000 now. Most of the other half washes off fields when it rains in February. That is why the readings in our own results jump on the 12th: it had rained for two days and the water was the colour of tea.

I don't think we can say that things are getting worse, although I said so in my first draft. We only measured for seven weeks, and one of our kits was out of date, so its numbers are missing from the graph. What we can say is that there was more after rain than before it, four times out of five.`,
  },
  {
    name: 'our-bridge.txt',
    text: `Our group's bridge held 4.2 kg, which is less than we had promised in the plan (6 kg), and it broke in a place that none of us had expected.

We had made the triangles out of double spaghetti and the deck out of single, because Priya had read that the triangles carry the load. They do, and they were fine. What went was the glue between deck and triangle on the left side, where I had used the hot gun for about half as long because the bell had gone. In the photograph you can see a clean end with no glue on it at all.

If we did it again I would do two things differently. First, load it with something small, like 500 g, the day before, and look at every joint. Second, write down who glued what, not so that we can blame anyone but because we could not agree afterwards and it would have been useful to know whether my joints were all like that.

The bridge that won held 11 kg and was ugly.`,
  },
]
