# embed.awk - makes C of the migrations, so that the daemon carries them.
# Usage: awk -f embed.awk 0001-tables.sql 0002-....sql > migrations.c
FNR == 1 {
	if (open)
		print "\t},"
	else {
		print "/* Made from the numbered .sql files of schema/; edit those. */"
		print "#include \"schema/private.h\"\n"
		print "const struct migration migrations[] = {"
	}
	file = FILENAME
	sub(/.*\//, "", file)
	sub(/\.sql$/, "", file)
	number = file
	sub(/-.*/, "", number)
	sub(/^[0-9]+-/, "", file)
	print "\t{" number + 0 ", \"" file "\","
	open = 1
}
/\\/ {
	print FILENAME ": a backslash, which SQL does not need" > "/dev/stderr"
	exit 1
}
{
	gsub(/"/, "\\\"")
	gsub(/\t/, "\\t")
	print "\t \"" $0 "\\n\""
}
END {
	if (open)
		print "\t},"
	print "\t{0, NULL, NULL}\n};"
}
