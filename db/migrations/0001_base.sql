-- +goose Up
create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;

-- Titles are short: «не», «the» and «it» are words of a name, not noise. So
-- the stock stemmers are used without their stop lists.
create text search dictionary larek_russian (template = snowball, language = russian);
create text search dictionary larek_english (template = snowball, language = english);
create text search configuration larek (copy = simple);
alter text search configuration larek
	alter mapping for asciiword, asciihword, hword_asciipart with larek_english;
alter text search configuration larek
	alter mapping for word, hword, hword_part with larek_russian;

-- The key of a picture is the hash of its bytes: an address never changes what it shows.
create domain picture_key as text
	constraint picture_key_format check (value ~ '^[0-9a-z]{26}$');

-- One row per cached part of the shop. Statement triggers move it on, in the
-- writer's transaction, and every copy of the API watches it.
create table data_versions (
	scope text primary key,
	version bigint not null default 1
);
insert into data_versions (scope) values ('catalog'), ('content'), ('payment'), ('feedback');

-- +goose StatementBegin
create function bump_data_version() returns trigger language plpgsql as $$
begin
	update data_versions set version = version + 1 where scope = tg_argv[0];
	return null;
end
$$;
-- +goose StatementEnd

-- The words of one thing that can be searched, parted by spaces: the text
-- parser must not make a file name or a host of «ночь/город.2». Immutable,
-- because an index and a generated column accept nothing less.
-- +goose StatementBegin
create function search_text(title text, aliases text[], tags text[]) returns text
language sql immutable parallel safe as $$
	select regexp_replace(replace(lower(title || ' ' || array_to_string(aliases, ' ') || ' ' || array_to_string(tags, ' ')), 'ё', 'е'),
		'[^a-zа-я0-9]+', ' ', 'g')
$$;
-- +goose StatementEnd

-- Every word that occurs in the catalogue, so that a misspelt query is mended
-- against some ten thousand words rather than a million titles.
create table search_words (
	word text primary key,
	constraint search_words_word_check check (word <> '' and length(word) <= 40)
);
create index search_words_word_trgm_idx on search_words using gin (word gin_trgm_ops);
create index search_words_word_prefix_idx on search_words (word text_pattern_ops);

-- +goose StatementBegin
create function learn_search_words() returns trigger language plpgsql as $$
begin
	insert into search_words (word)
	select distinct w
	from changed c,
		string_to_table(search_text(c.title, c.aliases, c.tags), ' ') w
	where length(w) between 1 and 40
	on conflict do nothing;
	return null;
end
$$;
-- +goose StatementEnd
